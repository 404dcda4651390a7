import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Component, Suspense, useEffect, type ReactNode } from 'react'
import { FaultNotice } from '../design/fault-notice.js'
import { Skeleton } from '../design/skeleton.js'
import { Page } from '../frame/page.js'
import { ServerProvider } from '../frame/server.js'
import { Shell } from '../frame/shell.js'
import { useAppearance } from '../frame/theme.js'
import { ToastProvider } from '../frame/toasts.js'
import { useWorkspace, WorkspaceProvider } from '../frame/workspace.js'
import { paths } from '../routes/paths.js'
import { useNavigate, usePlace } from '../routes/place.js'
import { pages } from './pages.js'
import { SignInGate } from './sign-in-gate.js'

/** The client of services tries again by itself, and a table does not change because a window gets the focus. */
const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5000, refetchOnWindowFocus: false } },
})

export function App() {
  useAppearance()
  return (
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <ServerProvider>
          <SignInGate>
            <WorkspaceProvider>
              <Shell>
                <CurrentPage />
              </Shell>
            </WorkspaceProvider>
          </SignInGate>
        </ServerProvider>
      </ToastProvider>
    </QueryClientProvider>
  )
}

function CurrentPage() {
  const { page, table, region } = usePlace()
  if (page === 'home') return <Home />
  const Shown = pages[page] ?? pages['missing']!
  const place = `${region} ${page} ${table}`
  return (
    <Rescue key={place}>
      <Suspense fallback={<Loading />}>
        <Shown />
      </Suspense>
    </Rescue>
  )
}

/** The last region that was used has the tables people look for. */
function Home() {
  const { region } = useWorkspace()
  const navigate = useNavigate()
  useEffect(() => navigate(paths.tables(region), { replace: true }), [navigate, region])
  return null
}

function Loading() {
  return (
    <Page title="Loading">
      <Skeleton />
    </Page>
  )
}

/** A page that breaks takes no other with it. */
class Rescue extends Component<{ readonly children: ReactNode }, { readonly error?: unknown }> {
  override readonly state: { readonly error?: unknown } = {}

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <Page title="Error">
        <FaultNotice error={error} onRetry={() => this.setState({ error: undefined })} />
      </Page>
    )
  }
}
