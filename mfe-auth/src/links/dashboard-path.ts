/** The page with the documents of the current workspace. */
export const DASHBOARD_PATH = '/dashboard'
