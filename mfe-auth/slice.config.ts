import { describeSlice } from '@inkproof/slice'

export const description = describeSlice({
  id: 'auth',
  contract: 1,
  paths: ['/reset-password', '/user-profile', '/auth-test', '/email-test'],
  nav: [],
  fills: ['user-menu', 'auth-dialog', 'person-verification'],
})
