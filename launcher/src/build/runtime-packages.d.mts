type LockedPackage = {
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export function runtimePackages(
  packages: Readonly<Record<string, LockedPackage & Record<string, unknown>>>,
  part: string,
): Set<string>
