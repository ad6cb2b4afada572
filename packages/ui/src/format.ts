/** Truncates an e-mail address over 20 characters to 17 plus an ellipsis (specification §2 and §9). */
export function truncateEmail(email: string): string {
  return email.length > 20 ? `${email.slice(0, 17)}...` : email
}

/** Shortens a wallet address to its first 6 and last 4 characters (specification §9). */
export function shortenAddress(address: string): string {
  return address.length > 10 ? `${address.slice(0, 6)}...${address.slice(-4)}` : address
}

/** Returns the first two letters of the display name in upper case (specification §2). */
export function initials(displayName: string): string {
  return [...displayName.trim()].slice(0, 2).join('').toUpperCase()
}

/** Splits hexadecimal into groups: `splitIntoGroups('a1b2c3d4e5', 4)` returns `['a1b2', 'c3d4', 'e5']`. */
export function splitIntoGroups(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )
}
