/** Directories that are removed after the test. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "migrations-test-"));
  // Windows releases a file some time after the program that had it open has ended.
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

/** A directory for all tests of a file, which only read it. Called outside of tests. */
export function directoryOfFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "migrations-test-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

/** Makes a directory with these files, whose names are paths. A value that is not a string or buffer is written as JSON. */
export function dataDirectory(files: Record<string, unknown>): string {
  const directory = temporaryDirectory();
  for (const [name, content] of Object.entries(files)) {
    const isText = typeof content === "string" || Buffer.isBuffer(content);
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), isText ? content : JSON.stringify(content));
  }
  return directory;
}
