/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { expect, test } from '@jest/globals'
import * as slice from './index.ts'

test('exports are only ever added, because slices rely on them', () => {
  expect(Object.keys(slice)).toEqual(
    expect.arrayContaining([
      'CONTRACT',
      'Place',
      'QUERY_DEFAULTS',
      'RequestError',
      'TOKEN_KEY',
      'USER_KEY',
      'beforeReload',
      'closeAuth',
      'defineSlice',
      'describeSlice',
      'dismissToast',
      'followOtherTabs',
      'holdQueryCache',
      'openAuth',
      'queryClient',
      'queryFn',
      'reloadPage',
      'request',
      'restoreSession',
      'setHost',
      'signOut',
      'signedIn',
      'site',
      'toast',
      'updateToast',
      'useAuthDialog',
      'useSession',
      'useTheme',
      'useTitle',
      'useToasts',
      'windowTitle',
    ]),
  )
})
