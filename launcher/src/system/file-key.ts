/** Creates an age identity (`AGE-SECRET-KEY-1…`), with which stored files are encrypted (docs/operate/stored-files.md). */
export async function createFileKey(): Promise<string> {
  // Loaded only at the first start.
  const { generateX25519Identity } = await import('age-encryption')
  return generateX25519Identity()
}
