/** Who replaced whom: hand-overs of recipients, and names and addresses that the sender changed. */
import type { Person } from './people.ts'
import type { Step, StepType } from './step.ts'

/** Plain data. Name and address are empty if a step withholds them. */
export type Replacement = {
  type: (typeof REPLACING)[number]
  /** ISO 8601, by the service's clock. */
  time: string
  before: Pick<Person, 'name' | 'email'>
  after: Pick<Person, 'name' | 'email'>
  /** Whether somebody had signed or approved before. */
  isAfterStatement: boolean
}

/** The steps by which one recipient takes the place of another. */
const REPLACING = ['handed-over', 'corrected', 'readdressed'] as const satisfies StepType[]

/**
 * Lists the replacements in order.
 *
 * @param people as `readPeople` returns them for these steps
 */
export function listReplacements(
  steps: readonly Step[],
  people: ReadonlyMap<string, Person>,
): Replacement[] {
  const first = steps.findIndex(({ type }) => type === 'signed' || type === 'approved')
  return steps.flatMap(({ claims, time, type: found }, i) => {
    const type = REPLACING.find((item) => item === found)
    const before = people.get(claims['recipient'] ?? '')
    const after = people.get(claims['to'] ?? '')
    if (!type || !before || !after) return []
    const isAfterStatement = first !== -1 && first < i
    return [
      {
        type,
        time: time.toISOString(),
        before: shown(before),
        after: shown(after),
        isAfterStatement,
      },
    ]
  })
}

function shown({ email, name }: Person): Replacement['before'] {
  return { name, email }
}
