/** What a shell offers to slices: `provides.json` of its release. */
export type Provided = {
  /** The version of the contract between shell and slices that it implements. */
  contract: number
  /** The versions of the shared packages, by package. */
  packages: Record<string, string>
}

/** Parses `provides.json`. Older shells, all of contract 1, list only the packages. */
export function parseProvided(text: string): Provided {
  const value = JSON.parse(text) as Provided | Record<string, string>
  return typeof value['packages'] === 'object'
    ? (value as Provided)
    : { contract: 1, packages: value as Record<string, string> }
}
