/**
 * The module that the shell shares as `react-router-dom`: only the client half, because a shared package is bundled
 * whole, including its framework and server parts (26 KB transferred). `router-production` and
 * `router-dom-production` are the package's production files; its `exports` only point to development ones. Only
 * what is used is exported; a release refuses a slice that imports anything else (release/imports.ts).
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
