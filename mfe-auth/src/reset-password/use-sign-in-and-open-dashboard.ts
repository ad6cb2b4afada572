import { useNavigate } from 'react-router-dom'
import { DASHBOARD_PATH } from '../links/dashboard-path.ts'
import { openAuthFor } from '../sign-in/open-auth-for.ts'

/** Opens the auth dialog, and the dashboard after signing in. */
export function useSignInAndOpenDashboard(): (email?: string) => Promise<void> {
  const navigate = useNavigate()
  return async (email = '') => {
    if (await openAuthFor(email)) await navigate(DASHBOARD_PATH)
  }
}
