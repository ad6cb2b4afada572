export const ACCOUNT_URL = '/api/auth/account'
export const HISTORY_URL = '/api/auth/history'
