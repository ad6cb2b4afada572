import { useSession } from '@inkproof/slice'

/** Whether the person may only read where they work; false while nobody is signed in. */
export function useIsViewer(): boolean {
  return useSession((session) => session.user?.role === 'viewer')
}
