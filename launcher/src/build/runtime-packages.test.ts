import { expect, test } from '@jest/globals'
import { runtimePackages } from './runtime-packages.mjs'

const PACKAGES = {
  svc: { dependencies: { kit: '1', web: '1' }, devDependencies: { compiler: '1' } },
  kit: { dependencies: { web: '2' }, optionalDependencies: { fast: '1' } },
  'node_modules/kit': { link: true, resolved: 'kit' },
  'node_modules/web': {
    peerDependencies: { types: '1', helper: '1' },
    peerDependenciesMeta: { types: { optional: true } },
  },
  'kit/node_modules/web': {},
  'node_modules/helper': {},
  'node_modules/compiler': {},
}

test('returns what a part needs at run time, through workspaces and nested versions', () => {
  expect([...runtimePackages(PACKAGES, 'svc')].sort()).toEqual([
    'kit',
    'kit/node_modules/web',
    'node_modules/helper',
    'node_modules/web',
    'svc',
  ])
})

test('refuses a lock file without a package that is needed', () => {
  const { 'node_modules/helper': _, ...incomplete } = PACKAGES
  expect(() => runtimePackages(incomplete, 'svc')).toThrow(
    'lacks helper, which node_modules/web needs',
  )
  expect(() => runtimePackages(PACKAGES, 'other')).toThrow('no workspace other')
})
