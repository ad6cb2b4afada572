/**
 * A service is composed of features. Each feature declares the values it needs from other features and returns the
 * values it provides. See docs/decisions/one-feature-shape.md.
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

/** A source of values: a feature, or inputs of the service. */
export type Source<Name extends string, Provided extends object> = {
  name: Name
  /** Exists only as a type. */
  [PROVIDES]?: Provided
}

/** One value that a feature needs. Created by {@link from}. */
export type Need<Name extends string, Value> = { from: Name; key: string; [PROVIDES]?: Value }

/** The needs of a feature, by the name under which it receives each value. */
export type Needs = Readonly<Record<string, Need<string, unknown>>>

/** The input of `create`: exactly the needed values. */
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

/** A feature of any type. */
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
 * Declares values that come from outside the features: configuration, connections, the clock. The service supplies
 * them at startup with {@link supply}.
 */
export function declareInputs<Provided extends object>() {
  return <const Name extends string>(name: Name): Source<Name, Provided> => ({ name })
}

/** Provides the values of declared inputs, as a feature to list before all others. */
export function supply<Name extends string, Provided extends object>(
  { name }: Source<Name, Provided>,
  values: Provided,
): Feature<Name, Record<never, never>, Provided> {
  return { name, needs: {}, create: () => ({ provides: values }) }
}

/** `unknown` if every feature is listed after those it needs; otherwise describes the first feature that is not. */
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

/** The combined parts of a service's features, in the order of the list. */
export type Composition = Required<FeatureParts> & {
  /** Returns what a listed feature provides, for the service's start and for tests. */
  providedBy<Name extends string, Provided extends object>(source: Source<Name, Provided>): Provided
}

/**
 * Creates the features of a service in the order of the list.
 *
 * Listing a feature before one it needs, or without it, is a compile error (`needsBeforeIt`).
 */
export function composeFeatures<const Features extends readonly AnyFeature[]>(
  features: Features & InOrder<Features>,
): Composition {
  const provided = new Map<string, object>()
  const created = features.map((feature) => {
    const parts = feature.create(valuesFor(feature, provided) as never)
    provided.set(feature.name, parts.provides ?? {})
    return parts
  })
  return {
    calls: created.flatMap(({ calls = [] }) => calls),
    routes: created.flatMap(({ routes = [] }) => routes),
    jobs: created.flatMap(({ jobs = [] }) => jobs),
    providedBy: <Provided extends object>({ name }: Source<string, Provided>) =>
      provided.get(name) as Provided,
  }
}

function valuesFor({ name, needs }: AnyFeature, provided: ReadonlyMap<string, object>): object {
  const values = Object.entries(needs).map(([receivedName, { from: source, key }]) => {
    const sourceValues = provided.get(source)
    if (!sourceValues)
      throw new Error(`feature ${name} needs ${source}, which is not listed before it`)
    return [receivedName, (sourceValues as Record<string, unknown>)[key]] as const
  })
  return Object.fromEntries(values)
}
