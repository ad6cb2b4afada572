import { useSession } from '@inkproof/slice'

/** Whether the user has only read access in the current workspace; false while signed out. */
export function useIsViewer(): boolean {
  return useSession((session) => session.user?.role === 'viewer')
}
