type Defined<Props> = { [Name in keyof Props]: Exclude<Props[Name], undefined> }

/**
 * Returns the properties that are not undefined. Radix treats an absent property (uncontrolled)
 * differently from a present one, and callers may pass on properties they were not given.
 */
export function defined<Props extends object>(props: Props): Defined<Props> {
  const given = Object.entries(props).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Defined<Props>
}
