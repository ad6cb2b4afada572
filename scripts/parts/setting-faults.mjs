/** Faults to plant in the settings, one of each kind, and the problem that must be reported for each. */
import { declaredVariables, settingProblems } from './settings.mjs'

const COMPOSE = `services:
  svc-auth:
    build: { context: ., target: service, args: { PART: svc-auth } }
    environment:
      ELSEWHERE: here
      UNLISTED: \${UNLISTED:-}
      UNLIKE: \${UNLIKE:-5}
`
const file = 'svc-content/src/config.ts'

const FAULTS = [
  {
    fault: 'a setting that nothing reads',
    problems: (rows) => settingProblems([...rows, { settings: ['PLANTED'] }]),
    expected: 'lists PLANTED, which nothing reads',
  },
  {
    fault: 'a setting that cannot be set',
    problems: (rows) => settingProblems([...rows, { settings: ['PLANTED'] }]),
    expected: 'operator set PLANTED',
  },
  {
    fault: 'a variable that is not passed on',
    problems: (rows) => settingProblems(rows, [...declaredVariables(), { name: 'PLANTED', file }]),
    expected: 'does not pass on PLANTED to svc-content',
  },
  {
    fault: 'a variable that is passed on to another service only',
    problems: () => settingProblems([], [{ name: 'ELSEWHERE', file }], COMPOSE),
    expected: 'does not pass on ELSEWHERE to svc-content',
  },
  {
    fault: 'a setting without a row',
    problems: () => settingProblems([], [], COMPOSE),
    expected: 'no row for UNLISTED',
  },
  {
    fault: 'a default that differs',
    problems: () =>
      settingProblems(
        [],
        [{ name: 'UNLIKE', file: 'svc-auth/src/config.ts', value: '4' }],
        COMPOSE,
      ),
    expected: 'UNLIKE is 4 by default in svc-auth/src/config.ts, and 5',
  },
]

/** Returns the names of the faults that are not reported. */
export function missedSettingFaults(rows) {
  return FAULTS.filter(
    ({ problems, expected }) => !problems(rows).some((problem) => problem.includes(expected)),
  ).map(({ fault }) => fault)
}
