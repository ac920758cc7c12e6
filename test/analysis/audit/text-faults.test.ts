/** `textFaultsIn`: faults in texts, and texts that resemble faults. */
import { describe, expect, it } from "vitest";
import { textFaultsIn } from "../../../src/analysis/audit/text-faults.ts";

function faultsOf(value: unknown): string[] {
  return textFaultsIn(JSON.stringify(value)).map(({ finding, text, count }) => `${finding} ${text} ${count}`);
}

it("textFaultsIn takes linear time", () => {
  const long = 100_000;
  for (const part of ["\\", "\\\\b", "<", "\\n<<<<<<<", "Ã", "â\u0080", "\\u00"]) {
    const value = `"${part.repeat(long)}"`;
    for (const { count } of textFaultsIn(value)) expect(count).toBeLessThanOrEqual(long);
  }
});

describe("textFaultsIn finds", () => {
  it.each<[string, unknown, string[]]>([
    ["a Git conflict", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x", ["conflict-marker <<<<<<< 1"]],
    ["a Git conflict on a later line", "a\r\n<<<<<<< HEAD\r\nb", ["conflict-marker <<<<<<< 1"]],
    [
      "a Git conflict in JSON in a string",
      JSON.stringify({ a: "x\n<<<<<<< HEAD\n" }),
      ["conflict-marker <<<<<<< 1"],
    ],
    ["a bell", "a\u0007b\u0007", ["control-character U+0007 2"]],
    ["a backspace", "a\bb", ["control-character U+0008 1"]],
    ["a form feed after a backslash", "\\\f", ["control-character U+000C 1"]],
    ["a bell in JSON in a string", JSON.stringify({ a: "\u0007" }), ["control-character U+0007 1"]],
    ["a delete", "a\x7f", ["control-character U+007F 1"]],
    ["an apostrophe of Windows-1252", "it\x92s", ["control-character U+0092 1"]],
    ["UTF-8 read as Latin-1", "RÃ¸dgrÃ¸d", ["broken-encoding Ã¸ 2"]],
    ["UTF-8 read as Windows-1252", "Ã†blegrÃ¸d", ["broken-encoding Ã† 2"]],
    ["a Swedish capital in UTF-8 read as Windows-1252", "Ã–stersund", ["broken-encoding Ã– 1"]],
    ["a letter whose second byte is a control character", "Ã\x86", ["broken-encoding ÃU+0086 1"]],
    ["a broken apostrophe", "itâ€™s", ["broken-encoding â€ 1"]],
    ["a broken apostrophe in UTF-8 read as Latin-1", "itâ\x80\x99s", ["broken-encoding âU+0080U+0099 1"]],
    ["a broken space", "aÂ b", ["broken-encoding Â\u00a0 1"].map((text) => text.replace("\u00a0", "\u00a0"))],
    ["a replacement character", "a\ufffdb", ["broken-encoding \ufffd 1"]],
    ["several faults", "Ã¸\u0001", ["control-character U+0001 1", "broken-encoding Ã¸ 1"]],
  ])("%s", (what, value, expected) => {
    const written = what === "a broken space" ? "a\u00c2\u00a0b" : value;
    expect(faultsOf(written)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ["tabs and line ends", "a\tb\r\nc"],
    ["a row of arrows in a line", "a <<<<<<< b"],
    ["more arrows than a marker has", "<<<<<<<<<< a"],
    ["a heading of equals signs", "Title\n======="],
    ["a path with \\b and \\f", "C:\\bin\\files"],
    ["a path with \\b and \\f in JSON in a string", JSON.stringify({ a: "C:\\bin\\files" })],
    ["escaped HTML in JSON in a string", '{"a":"\\u003cp\\u003e\\u0026\\u00e6"}'],
    ["Portuguese", "MANHÃ… AMANHÃ” INFORMAÇÃO"],
    ["Romanian and French", "Âme, Câmpulung, PÂTÉ"],
    ["Icelandic and Danish", "Þórunn Ægisdóttir, blåbærgrød"],
    ["a non-breaking space", "95\u00a0minutes"],
    ["null", null],
  ])("nothing in %s", (_, value) => {
    expect(faultsOf(value)).toEqual([]);
  });
});
