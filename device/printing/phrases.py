"""The few words printed beside the pieces, in the nine languages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Phrases:
    """What a sheet says of itself; `{n}` is the sheet and `{m}` how many there are."""

    sheet: str
    back: str
    scale: str
    both_sides: str
    mat: str


PHRASES = {
    "en": Phrases(
        "sheet {n} of {m}",
        "backs of sheet {n}",
        "Print at 100 %, then check the ruler.",
        "Two-sided: flip on the long edge.",
        "table mat",
    ),
    "fr": Phrases(
        "feuille {n} sur {m}",
        "dos de la feuille {n}",
        "Imprimer à 100 %, puis vérifier la règle.",
        "Recto verso : retourner sur le bord long.",
        "tapis de table",
    ),
    "de": Phrases(
        "Blatt {n} von {m}",
        "Rückseiten zu Blatt {n}",
        "Mit 100 % drucken, dann am Lineal prüfen.",
        "Beidseitig: über die lange Kante wenden.",
        "Tischmatte",
    ),
    "nl": Phrases(
        "blad {n} van {m}",
        "achterkanten van blad {n}",
        "Print op 100 % en controleer de liniaal.",
        "Dubbelzijdig: omslaan over de lange kant.",
        "tafelmat",
    ),
    "it": Phrases(
        "foglio {n} di {m}",
        "retro del foglio {n}",
        "Stampa al 100 %, poi controlla il righello.",
        "Fronte-retro: capovolgi sul lato lungo.",
        "tappetino",
    ),
    "es": Phrases(
        "hoja {n} de {m}",
        "dorsos de la hoja {n}",
        "Imprime al 100 % y comprueba la regla.",
        "A doble cara: voltea por el lado largo.",
        "tapete",
    ),
    "pt": Phrases(
        "folha {n} de {m}",
        "versos da folha {n}",
        "Imprime a 100 % e confere a régua.",
        "Frente e verso: vira pelo lado comprido.",
        "tapete de mesa",
    ),
    "sv": Phrases(
        "blad {n} av {m}",
        "baksidor till blad {n}",
        "Skriv ut i 100 % och kontrollera linjalen.",
        "Dubbelsidigt: vänd längs långsidan.",
        "bordsmatta",
    ),
    "da": Phrases(
        "ark {n} af {m}",
        "bagsider til ark {n}",
        "Udskriv i 100 %, og kontrollér linealen.",
        "Tosidet: vend på den lange led.",
        "bordmåtte",
    ),
}
