/** An argument as the shell of this system takes it. */
export function shellQuoted(text: string): string {
  if (/^[\w@%+=:,./\\~-]+$/.test(text) && (process.platform === "win32" || !/[\\~]/.test(text))) return text;
  return process.platform === "win32"
    ? `"${text.replaceAll('"', '\\"')}"`
    : `'${text.replaceAll("'", "'\\''")}'`;
}
