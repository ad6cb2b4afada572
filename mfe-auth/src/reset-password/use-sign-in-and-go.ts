import { useNavigate } from 'react-router-dom'
import { WORKPLACE } from '../links/workplace.ts'
import { openAuthFor } from '../sign-in/open-auth-for.ts'

/** Opens the auth dialog; whoever signs in has nothing left to do on this page and goes on to their documents. */
export function useSignInAndGo(): (email?: string) => Promise<void> {
  const navigate = useNavigate()
  return async (email = '') => {
    if (await openAuthFor(email)) await navigate(WORKPLACE)
  }
}
