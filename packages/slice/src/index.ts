/**
 * The contract between the shell and its slices, and the host that the shell provides: the only
 * package shared at run time, evaluated once per page. Exports are only ever added; a change that
 * breaks slices built earlier requires a new {@link CONTRACT}.
 */
export type { User } from '@inkproof/protocol/auth'
export {
  type AuthHeadings,
  type AuthMode,
  closeAuth,
  openAuth,
  useAuthDialog,
} from './auth-dialog.ts'
export {
  CONTRACT,
  defineSlice,
  describeSlice,
  type LazyComponent,
  type NavEntry,
  type Preview,
  type PublishedSlice,
  type Registry,
  type Site,
  type Slice,
  type SliceDescription,
  type SlotName,
} from './describe.ts'
export { type Fill, type Host, setHost, site } from './host.ts'
export { resumeSignOuts } from './pending-sign-out.ts'
export {
  holdQueryCache,
  type On401,
  QUERY_DEFAULTS,
  type QueryCacheHandle,
  queryClient,
  queryFn,
} from './query-cache.ts'
export { beforeReload, reloadPage, type SaveDraft } from './reload.ts'
export { type Method, RequestError, request } from './request.ts'
export {
  followOtherTabs,
  restoreSession,
  type Session,
  signedIn,
  signOut,
  useSession,
} from './session.ts'
/** `Place` is the original name of `Slot`, which older slices import and older shells export. */
export { Slot, Slot as Place, type SlotProps } from './slot.tsx'
export { TOKEN_KEY, USER_KEY } from './storage.ts'
export { type Theme, useTheme } from './theme.ts'
export { useTitle, windowTitle } from './title.ts'
export {
  dismissToast,
  type Toast,
  type ToastContent,
  type ToastHandle,
  toast,
  updateToast,
  useToasts,
} from './toast.ts'
