import { useNavigate } from 'react-router-dom'
import { DASHBOARD_PATH } from '../links/dashboard-path.ts'
import { openAuthFor } from '../sign-in/open-auth-for.ts'

/** Returns a function that opens the auth dialog and, after the user has signed in, the dashboard. */
export function useSignInAndOpenDashboard(): (email?: string) => Promise<void> {
  const navigate = useNavigate()
  return async (email = '') => {
    if (await openAuthFor(email)) await navigate(DASHBOARD_PATH)
  }
}
