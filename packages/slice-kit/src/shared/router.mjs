/**
 * What the shell shares as `react-router-dom`: the client's half, without the framework and server parts,
 * which a shared package would otherwise carry whole (26 KB over the wire). `router-production` and
 * `router-dom-production` are the package's production files; its `exports` only lead to development ones.
 * Nothing is listed before something uses it; a release refuses a slice that imports anything else
 * (release/imports.ts).
 */

export { RouterProvider } from 'router-dom-production'
export {
  createBrowserRouter,
  isRouteErrorResponse,
  Link,
  matchPath,
  matchRoutes,
  NavLink,
  Outlet,
  ScrollRestoration,
  useHref,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useOutlet,
  useParams,
  useResolvedPath,
  useRouteError,
  useSearchParams,
} from 'router-production'
