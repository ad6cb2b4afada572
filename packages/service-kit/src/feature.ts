/**
 * The shape of every feature of a service: it declares what it needs and from which feature, and returns what it
 * creates. See docs/decisions/one-feature-shape.md.
 */
import type { BoundCall } from './calls/implement.ts'
import type { Dependency } from './dependency.ts'
import type { Mount } from './http.ts'

/** What a feature adds to the running service. */
export type FeatureParts = {
  /** Its HTTP calls, created by `implement` from the definitions. */
  calls?: readonly BoundCall[]
  /** Routes that are not calls, such as internal routes: routers and their mount paths. */
  routes?: readonly Mount[]
  /** Background jobs: prepared in order before the service is ready, closed in reverse order. */
  jobs?: readonly Dependency[]
}

declare const PROVIDES: unique symbol

/** A source of values for features: another feature, or the inputs of the service. */
export type Source<Name extends string, Provided extends object> = {
  name: Name
  /** Exists only as a type. */
  [PROVIDES]?: Provided
}

/** One value that a feature needs. Created by {@link from}. */
export type Need<Name extends string, Value> = { from: Name; key: string; [PROVIDES]?: Value }

/** The needs of a feature, by the name under which it receives each. */
export type Needs = Readonly<Record<string, Need<string, unknown>>>

/** The input of `create`: exactly the declared values. */
export type ValuesOf<N extends Needs> = {
  [Key in keyof N]: N[Key] extends Need<string, infer Value> ? Value : never
}

/** A feature. Created by {@link defineFeature} or {@link supply}. */
export type Feature<Name extends string, N extends Needs, Provided extends object> = Source<
  Name,
  Provided
> & {
  needs: N
  create(needs: ValuesOf<N>): FeatureParts & { provides?: Provided }
}

/** A feature of any type, as listed in a service. */
export type AnyFeature = Source<string, object> & {
  needs: Needs
  create(needs: never): FeatureParts & { provides?: object }
}

/**
 * Declares values that a feature needs from another one, for example `...from(accountsFeature, 'accounts')`. Naming
 * a value that the other feature does not provide is a compile error.
 */
export function from<
  Name extends string,
  Provided extends object,
  Key extends keyof Provided & string,
>(source: Source<Name, Provided>, ...keys: Key[]): { [K in Key]: Need<Name, Provided[K]> } {
  const needs = keys.map((key) => [key, { from: source.name, key }] as const)
  return Object.fromEntries(needs) as unknown as { [K in Key]: Need<Name, Provided[K]> }
}

/**
 * Defines a feature. `create` receives only the values declared in `needs`; the `provides` it returns is available to
 * other features.
 */
export function defineFeature<
  const Name extends string,
  const N extends Needs,
  Provided extends object = object,
>(definition: {
  name: Name
  needs: N
  create: (needs: ValuesOf<N>) => FeatureParts & { provides?: Provided }
}): Feature<Name, N, Provided> {
  return definition
}

/**
 * Declares values that come from outside the features: configuration, connections, the clock. The service's start
 * supplies them with {@link supply}.
 */
export function declareInputs<Provided extends object>() {
  return <const Name extends string>(name: Name): Source<Name, Provided> => ({ name })
}

/** The values of declared inputs, as the first entries of the list of features. */
export function supply<Name extends string, Provided extends object>(
  { name }: Source<Name, Provided>,
  values: Provided,
): Feature<Name, Record<never, never>, Provided> {
  return { name, needs: {}, create: () => ({ provides: values }) }
}

/** `unknown` if every feature comes after those it needs; otherwise names the first one that does not. */
export type InOrder<
  Features extends readonly AnyFeature[],
  Listed = never,
> = Features extends readonly [
  infer First extends AnyFeature,
  ...infer Rest extends readonly AnyFeature[],
]
  ? [SourcesOf<First>] extends [Listed]
    ? InOrder<Rest, Listed | First['name']>
    : { feature: First['name']; needsBeforeIt: Exclude<SourcesOf<First>, Listed> }
  : unknown

type SourcesOf<F extends AnyFeature> = F['needs'][keyof F['needs']]['from']

/** Everything the features of a service create together, in the order in which they are listed. */
export type Composition = Required<FeatureParts> & {
  /** What a listed feature provides, for the service's start and for tests. */
  given<Name extends string, Provided extends object>(source: Source<Name, Provided>): Provided
}

/**
 * Creates the features of a service in the order of the list.
 *
 * Listing a feature before one it needs, or without it, is a compile error (`needsBeforeIt`).
 */
export function composeFeatures<const Features extends readonly AnyFeature[]>(
  features: Features & InOrder<Features>,
): Composition {
  const given = new Map<string, object>()
  const made = features.map((feature) => {
    const parts = feature.create(valuesFor(feature, given) as never)
    given.set(feature.name, parts.provides ?? {})
    return parts
  })
  return {
    calls: made.flatMap(({ calls = [] }) => calls),
    routes: made.flatMap(({ routes = [] }) => routes),
    jobs: made.flatMap(({ jobs = [] }) => jobs),
    given: <Provided extends object>({ name }: Source<string, Provided>) =>
      given.get(name) as Provided,
  }
}

function valuesFor({ name, needs }: AnyFeature, given: ReadonlyMap<string, object>): object {
  const values = Object.entries(needs).map(([as, { from: source, key }]) => {
    const provided = given.get(source)
    if (!provided) throw new Error(`feature ${name} needs ${source}, which is not listed before it`)
    return [as, (provided as Record<string, unknown>)[key]] as const
  })
  return Object.fromEntries(values)
}
