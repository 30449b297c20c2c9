-- A cache: what a sentence encoder made of a text. Everything in it can be made again.

create table vectors (
    encoder varchar not null,                 -- fingerprint of the encoder
    text varchar not null,                    -- fingerprint of the text, never the text itself
    vector blob not null,                     -- little-endian float32
    primary key (encoder, text)
);
