/** The dashboard, which lists the certificates of the current workspace. */
export const DASHBOARD_PATH = '/dashboard'
