/**
 * What the shell shares as `react-router-dom`: the client's half, without the framework and server parts,
 * which a shared package would otherwise carry whole (26 KB over the wire). `router-production` and
 * `router-dom-production` are the package's production files; its `exports` only lead to development ones.
 * A release refuses a slice that imports anything else (release/imports.ts).
 */

export { RouterProvider } from 'router-dom-production'
export {
  createBrowserRouter,
  createSearchParams,
  generatePath,
  isRouteErrorResponse,
  Link,
  matchPath,
  matchRoutes,
  Navigate,
  NavLink,
  Outlet,
  ScrollRestoration,
  useBeforeUnload,
  useBlocker,
  useHref,
  useLocation,
  useMatch,
  useMatches,
  useNavigate,
  useNavigation,
  useNavigationType,
  useOutlet,
  useOutletContext,
  useParams,
  useResolvedPath,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'router-production'
