/** What stands in the sample's documents, drawings and sound, each by the name of its file. */
import { mp3 } from "./mp3.js";
import { pdf } from "./pdf.js";

/** Frames of 36 ms: it swells, holds, and dies away. */
const BLAST = [0.1, 0.25, 0.5, 0.8, ...Array(30).fill(1), 0.8, 0.5, 0.25, 0.1, 0.04];
const PAUSE = Array(12).fill(0);

/** @type {Readonly<Record<string, () => Buffer>>} */
export const DOCUMENTS = {
  "gamle-broelen.mp3": () => mp3([...PAUSE, ...BLAST, ...PAUSE, ...BLAST, ...PAUSE]),
  "aarsmelding-2022.pdf": () =>
    pdf([
      [
        "Årsmelding 2022",
        "Måkevær tåkelurmuseum",
        "",
        "Besøkende: 3 217, og en hund.",
        "Blåste: 26 lørdager.",
      ],
      ["Regnskap", "Billetter: 311 940 kr", "Vafler: 298 755 kr", "Ørepropper: -4 120 kr"],
    ]),
  "ferry-timetable.pdf": () =>
    pdf([
      [
        "Ferry timetable (summer)",
        "Bodø - Måkevær, 95 minutes",
        "",
        "Bodø           07:15   11:40   16:05",
        "Måkevær        09:00   13:25   17:50",
        "",
        "In fog: when you hear us.",
      ],
    ]),
  "logo.svg": () => Buffer.from(LOGO),
  "map.svg": () => Buffer.from(MAP),
};

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80" width="240" height="160" role="img">
<title>Måkevær Foghorn Museum</title>
<rect width="120" height="80" rx="8" fill="#1c426e"/>
<path d="M14 34h34l30-20v52l-30-20H14z" fill="#d0a03e"/>
<ellipse cx="78" cy="40" rx="6" ry="26" fill="#78541a"/>
<g fill="none" stroke="#fcfbf7" stroke-width="4" stroke-linecap="round">
<path d="M92 30q6 10 0 20"/>
<path d="M102 22q10 18 0 36"/>
</g>
</svg>
`;

const MAP = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="800" height="600" role="img">
<title>Kart over Måkevær</title>
<rect width="400" height="300" fill="#bcd7e6"/>
<path d="M70 170q20-70 90-80t130 20q60 20 50 70t-90 60q-80 20-140-10t-40-60z" fill="#c9d3a4" stroke="#7d8a5a" stroke-width="2"/>
<path d="M120 240q30-50 80-60t80-70" fill="none" stroke="#fcfbf7" stroke-width="5"/>
<g fill="#a4281f">
<rect x="108" y="226" width="20" height="12"/>
<rect x="190" y="172" width="14" height="14"/>
<circle cx="282" cy="108" r="8"/>
</g>
<g font-family="sans-serif" font-size="14" fill="#1e2c3a">
<text x="60" y="222">Kaia</text>
<text x="210" y="190">Museet</text>
<text x="230" y="94">Tåkeluren</text>
<text x="130" y="150">Kafé</text>
</g>
<g stroke="#1e2c3a" fill="none" stroke-width="2">
<path d="M370 60V20m-8 12 8-12 8 12"/>
<path d="M30 280h80m-80-5v10m80-10v10"/>
</g>
<text x="40" y="272" font-family="sans-serif" font-size="11" fill="#1e2c3a">500 m</text>
</svg>
`;
