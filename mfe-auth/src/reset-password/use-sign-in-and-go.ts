import { useNavigate } from 'react-router-dom'
import { DASHBOARD_PATH } from '../links/dashboard-path.ts'
import { openAuthFor } from '../sign-in/open-auth-for.ts'

/** Opens the auth dialog, and goes to the dashboard after signing in, because this page is then done. */
export function useSignInAndGo(): (email?: string) => Promise<void> {
  const navigate = useNavigate()
  return async (email = '') => {
    if (await openAuthFor(email)) await navigate(DASHBOARD_PATH)
  }
}
