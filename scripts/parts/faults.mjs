/** Faults to plant in the parsed parts.json, one of each kind, and the problems that must be reported for each. */
import { folderProblems } from './folders.mjs'
import { parseParts } from './list.mjs'
import { outdatedFiles } from './written-files.mjs'

const PLANTED = parseParts({
  slices: { 'mfe-planted': {} },
  services: { 'svc-planted': { serves: '/api/planted/' } },
})

const FAULTS = [
  {
    fault: 'a slice without a folder',
    plant: ({ slices, ...rest }) => ({ ...rest, slices: [...slices, ...PLANTED.slices] }),
    expected: ['mfe-planted, which has no package.json', 'docker-compose.yml'],
  },
  {
    fault: 'a service without a folder',
    plant: ({ services, ...rest }) => ({ ...rest, services: [...services, ...PLANTED.services] }),
    expected: ['svc-planted, which has no src/main.ts', 'docker-compose.yml', 'upstreams.conf'],
  },
  {
    fault: 'a slice that is not listed',
    plant: ({ slices, ...rest }) => ({ ...rest, slices: slices.slice(1) }),
    expected: ['is not listed', 'docker-compose.yml'],
  },
  {
    fault: 'a service that is not listed',
    plant: ({ services, ...rest }) => ({ ...rest, services: services.slice(1) }),
    expected: ['is not listed', 'services.conf', 'check.env'],
  },
  {
    fault: 'a slice whose name does not match its files',
    plant: ({ slices: [first, ...slices], ...rest }) => ({
      ...rest,
      slices: [{ ...first, name: 'other' }, ...slices],
    }),
    expected: [
      "slice.config.ts must contain id: 'other'",
      'slice.css must contain data-slice="other"',
    ],
  },
]

/** Returns the names of the faults that are not reported. */
export function missedFaults(parts) {
  const missed = FAULTS.filter(({ plant, expected }) => {
    const planted = plant(parts)
    const found = [...folderProblems(planted), ...outdatedFiles(planted).map(({ path }) => path)]
    return expected.some((text) => !found.some((problem) => problem.includes(text)))
  }).map(({ fault }) => fault)
  const withoutGraph = folderProblems(parts, {}).filter((problem) =>
    problem.includes('features.graph'),
  )
  if (withoutGraph.length < parts.services.length) missed.push('a service without an import graph')
  return missed
}
