from __future__ import annotations

import io
import tarfile
import zipfile

import pytest

from engine.errors import DocumentError, InvalidInput
from engine.ingest import archives
from engine.ingest.archives import unpack
from engine.ingest.files import read_file, read_files
from engine.ingest.load import build_catalog
from engine.ingest.source import SourceFile


def zipped(entries):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(entries, link=False):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, data in entries.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
        if link:
            entry = tarfile.TarInfo("link.json")
            entry.type = tarfile.SYMTYPE
            entry.linkname = "/etc/hostname"
            archive.addfile(entry)
    return out.getvalue()


def test_a_file_is_named_by_its_name_alone(tmp_path):
    (tmp_path / "api.txt").write_bytes(b"{}")

    assert read_files([tmp_path / "api.txt"]) == (SourceFile("api.txt", b"{}"),)
    assert read_file(tmp_path / "api.txt") == SourceFile("api.txt", b"{}")


def test_a_folder_gives_its_documents_by_relative_path_and_nothing_hidden(tmp_path):
    for name in ("b.yaml", "sub/a.json", "sub/c.yml", "readme.md", ".git/x.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())

    assert [file.name for file in read_files([tmp_path])] == ["b.yaml", "sub/a.json", "sub/c.yml"]


def test_files_of_one_name_from_two_places_are_told_apart_by_their_folder(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "api.json").write_bytes(folder.encode())
        (tmp_path / folder / f"{folder}.json").write_bytes(b"{}")

    found = read_files(sorted(tmp_path.glob("*/*.json")))

    assert [file.name for file in found] == ["one.json", "one/api.json", "two.json", "two/api.json"]


def test_a_file_that_is_named_twice_is_read_once(tmp_path):
    (tmp_path / "api.json").write_bytes(b"{}")

    assert len(read_files([tmp_path / "api.json", tmp_path / "api.json"])) == 1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(
            lambda p: p / "no.json", r"there is no file or folder '.*no\.json'\.", id="missing"
        ),
        pytest.param(
            lambda p: p,
            r"the folder '.*' holds no document \(\.json, \.yaml, \.yml\)\.",
            id="no-document",
        ),
        pytest.param(
            lambda p: p / "empty.txt", r"empty\.txt: the file is empty \(0 bytes\)\.", id="empty"
        ),
    ],
)
def test_what_cannot_be_read_is_told_in_one_sentence(tmp_path, make, message):
    (tmp_path / "empty.txt").touch()

    with pytest.raises(InvalidInput, match=message):
        read_files([make(tmp_path)])


def test_nothing_given_and_a_folder_in_place_of_a_file_are_told(tmp_path):
    with pytest.raises(InvalidInput, match=r"no document was given"):
        read_files([])
    with pytest.raises(InvalidInput, match=r"is a folder; name a file in it"):
        read_file(tmp_path)


ENTRIES = {"b/api.yaml": b"y", "a.json": b"j", "notes.txt": b"t", ".hidden/x.json": b"h"}


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(SourceFile("docs.zip", zipped(ENTRIES)), id="zip"),
        pytest.param(SourceFile("docs.tar.gz", tarred(ENTRIES)), id="tar-gz"),
        pytest.param(SourceFile("docs.tgz", tarred(ENTRIES, link=True)), id="tgz-with-a-link"),
    ],
)
def test_an_archive_gives_its_documents_like_a_folder(file, tmp_path):
    expected = (SourceFile("a.json", b"j"), SourceFile("b/api.yaml", b"y"))
    (tmp_path / file.name).write_bytes(file.data)

    assert unpack(file) == expected
    assert read_files([tmp_path / file.name]) == expected


@pytest.mark.parametrize(
    ("file", "message"),
    [
        pytest.param(
            SourceFile("d.zip", b"PK\x03\x04 no"),
            r"d\.zip: the archive is damaged",
            id="damaged-zip",
        ),
        pytest.param(
            SourceFile("d.tar.gz", b"\x1f\x8b no"),
            r"d\.tar\.gz: the archive is damaged",
            id="damaged-tar",
        ),
        pytest.param(
            SourceFile("d.tgz", tarred({"a.json": bytes(10_000)})[:60]),
            r"the archive is damaged",
            id="cut-off",
        ),
        pytest.param(
            SourceFile("d.zip", zipped({"a.txt": b""})),
            r"the archive holds no document",
            id="no-document",
        ),
        pytest.param(
            SourceFile("d.zip", zipped({"../a.json": b"{}"})),
            r"points outside the archive",
            id="outside",
        ),
    ],
)
def test_an_archive_that_cannot_be_used_says_why(file, message):
    with pytest.raises(DocumentError, match=message):
        unpack(file)


def test_an_archive_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr(archives, "MAX_UNPACKED", 1000)

    with pytest.raises(DocumentError, match=r"its documents unpack to more than 0 MiB"):
        unpack(SourceFile("d.zip", zipped({"a.json": bytes(600), "b.json": bytes(600)})))


def test_an_archive_with_too_many_entries_is_refused(monkeypatch):
    monkeypatch.setattr(archives, "MAX_ENTRIES", 3)

    with pytest.raises(DocumentError, match=r"lists more than 3 entries"):
        unpack(SourceFile("d.zip", zipped({f"{i}.json": b"{}" for i in range(4)})))


def test_an_uploaded_archive_becomes_a_catalog():
    document = b"openapi: 3.0.0\npaths: {/a: {get: {operationId: a}}}\n"

    catalog = build_catalog("a", [SourceFile("up.zip", zipped({"x/api.yaml": document}))])

    assert [(tool.name, tool.source) for tool in catalog.tools] == [("a", "x/api.yaml")]
