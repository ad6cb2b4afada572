/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { expect, test } from '@jest/globals'
import * as slice from './index.ts'

test('exports every name that released slices may use', () => {
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
      'resumeSignOuts',
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
