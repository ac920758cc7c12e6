/** Quotes an argument for the shell of this system. */
export function shellQuoted(text: string, platform: NodeJS.Platform = process.platform): string {
  // zsh expands a word that starts with an equals sign.
  if (platform !== "win32")
    return /^(?!=)[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  // In PowerShell, a comma makes a list, and @ splats.
  if (/^[\w+=:./\\~-]+$/.test(text)) return text;
  // PowerShell expands variables between quotation marks. The command prompt has no other quotes, and expands none of these.
  if (/[$`]/.test(text)) return `'${text.replaceAll("'", "''")}'`;
  // Windows programs read \" as a quotation mark, and halve the backslashes before one.
  return `"${text.replace(/(\\*)("|$)/g, (_, slashes: string, mark: string) => `${slashes}${slashes}${mark && `\\${mark}`}`)}"`;
}
