"""Function words: words that hold a sentence together and name nothing.

Only closed classes stand here (articles, pronouns, prepositions, conjunctions, auxiliaries, and
the forms of asking politely). A noun or verb that an API could mean never does, however common
it is: how much a word tells is for its frequency in the catalog to say. Words are case-folded
and without marks, as :func:`engine.text.scripts.fold` leaves them.
"""

from __future__ import annotations

_EN = """
a an the this that these those some any every each either such
i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
myself yourself itself themselves who whom whose which what
and or but nor so if then than because while although though as
of in on at by for from to into onto with within about over under between through during before
after against per via upon toward towards
is am are was were be been being do does did doing done has have had having
can could may might must shall should will would
there here when where why how
please want wants wanted need needs let lets like would
im ive id youre its thats whats dont doesnt didnt isnt arent wasnt cant couldnt wont wouldnt
don doesn didn isn aren wasn couldn wouldn shouldn ll ve re
also just only very too
s t d m
"""

_DE = """
der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem
alle allen aller alles jede jeden jeder jedes
ich mich mir mein meine meinen meinem meiner wir uns unser unsere du dich dir dein deine er ihn
ihm sie ihr ihre ihren ihrem es sich man wer wen wem was welche welcher welches welchen
und oder aber denn wenn dann als wie weil dass ob sowie
von in im ins an am auf aus bei beim fur mit nach uber unter vor zu zum zur zwischen durch um
bis gegen ohne seit
ist sind war waren sein bin bist wird werden wurde wurden hat haben habe hatte
kann kannst konnen konnte mochte mochten soll sollen muss mussen will wollen bitte
da hier dort auch nur noch schon so
"""

_FR = """
le la les un une des du de d l ce cet cette ces chaque tout tous toute toutes
je me m moi mon ma mes nous notre nos tu te toi ton ta tes vous votre vos il elle on ils elles
lui leur leurs se s qui que qu quoi quel quelle quels quelles dont ou
et mais donc or ni car si comme lorsque quand
dans en sur sous par pour avec sans entre vers chez depuis pendant apres avant a au aux
est sont etait etaient etre ete suis es sera seront ai as ont avons avez avoir avait
peux peut peuvent pouvez voudrais veux veut dois doit faut
y n c j t aussi tres plus
"""

_ES = """
el la los las un una unos unas lo este esta estos estas ese esa esos esas cada todo todos toda todas
yo me mi mis nosotros nos nuestro nuestra nuestros nuestras tu te tus usted ustedes su sus le
les se quien quienes que cual cuales
y e o u pero sino si como cuando porque aunque
de del en a al por para con sin sobre entre hasta desde hacia segun durante
es son era eran ser sido soy fue fueron esta estan estaba he ha han hemos haber habia
puedo puede pueden podria quiero quisiera debo debe favor
tambien muy ya aqui alli
"""

_IT = """
il lo la i gli le l un uno una questo questa questi queste quello quella quelli ogni
tutto tutti tutta tutte
io mi mio mia miei mie noi ci nostro nostra tu ti tuo tua voi vi vostro lui lei loro suo sua
suoi sue si chi che quale quali cui
e ed o oppure ma se come quando perche
di del dello della dei degli delle d a al allo alla ai agli alle da dal dalla dai dalle in nel
nello nella nei nelle su sul sulla sui sulle con per tra fra senza
e sono era erano essere stato stata ho ha hanno abbiamo avere
posso puo possono vorrei voglio devo deve favore
anche molto gia qui
"""

_PT = """
o a os as um uma uns umas este esta estes estas esse essa isso cada todo todos toda todas
eu me meu minha meus minhas nos nosso nossa tu te teu tua voce voces seu sua seus suas ele ela
eles elas lhe se quem que qual quais
e ou mas nem se como quando porque embora
de do da dos das em no na nos nas ao aos pelo pela pelos pelas por para com sem sobre entre ate
desde
e sao era eram ser sido foi foram estou esta estao tenho tem havia ha
posso pode podem gostaria quero devo deve favor
tambem muito ja aqui
"""

_NL = """
de het een deze dit die dat elke alle
ik me mij mijn we wij ons onze je jij jouw jullie hij hem zijn zij ze haar hun u uw zich wie wat
welke welk
en of maar want als dan omdat terwijl
van in op aan bij voor uit met naar over onder tussen door om tot tegen zonder te
is zijn was waren ben wordt worden werd heeft hebben heb had
kan kunnen wil willen moet moeten zou zal alstublieft graag
er hier daar ook nog al
"""

_ID = """
yang ini itu sebuah seorang para setiap semua
saya aku kami kita kamu anda dia ia mereka nya siapa apa
dan atau tetapi tapi jika kalau bila ketika karena agar supaya serta
di ke dari pada untuk dengan dalam oleh tentang antara sampai hingga tanpa sebagai
adalah ialah akan sudah telah sedang bisa dapat harus ingin mau tolong
juga sangat saja lagi
"""

_RU = """
я меня мне мой моя мои мы нас нам наш наша ты тебя тебе твой вы вас вам ваш он его ему она ее ей
оно они их им кто что какой какая какие который которая которые
весь все всех это этот эта эти тот та те себя
и или но а если то как когда потому чтобы где
в во на с со к ко по из за от до для о об при под над между без через у
быть был была были есть будет будут можно нужно надо хочу могу может пожалуйста
не ни же ли бы уже также
"""

_KO = """
이 그 저 이것 그것 저것 여기 거기 저기 이런 그런 저런 어떤 무슨 무엇 무엇을 뭐 뭘 뭔가 누구 누가
어디 어디서 언제 어떻게 왜 얼마 얼마나 몇 모든 모두 각 나 나는 내 내가 나의 나한테 저는 제 제가
저의 저한테 우리 너 당신 그리고 그러나 하지만 그래서 또는 혹은 근데 그런데 및 또 더 좀 잘 등 수
것 거 게 때 중 대해 대한 대해서 위해 위한 통해 있어 있어요 있나요 있는 있는지 있을까 있을까요
있습니까 없어 없는 해 해줘 해줘요 해주세요 해줄래 줘 주세요 줄래 하고 하는 하면 할 한 된 되는
싶어 싶어요 싶은데 싶습니다 궁금해 궁금해요 궁금합니다 궁금한데 부탁해 부탁해요 부탁드려요
부탁합니다 합니다 입니다 이야 인가요 거야 건가요
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION_WORDS: dict[str, frozenset[str]] = {
    "en": _words(_EN),
    "de": _words(_DE),
    "es": _words(_ES),
    "fr": _words(_FR),
    "id": _words(_ID),
    "it": _words(_IT),
    "ko": _words(_KO),
    "nl": _words(_NL),
    "pt": _words(_PT),
    "ru": _words(_RU),
}
"""Function words by ISO 639-1 code."""
