/** Whose data is on the screen: the endpoint, the account, the region, and a client for them. */
import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react'
import { createClient, type Client } from '../api/client.js'
import type { Credentials } from '../api/connection.js'
import { usePlace } from '../routes/place.js'
import { usePreference } from './preferences.js'

export interface Workspace {
  readonly auth: 'open' | 'iam'
  /** As programs have to name it. */
  readonly endpoint: string
  readonly region: string
  /** Twelve digits. */
  readonly account: string
  readonly credentials: Credentials
  readonly client: Client
  /** For a look at another region. */
  clientFor(region: string): Client
}

const defaultRegion = 'us-east-1'
const defaultAccount = '000000000000'
const openCredentials: Credentials = { accessKeyId: 'local', secretAccessKey: 'local' }

const Context = createContext<Workspace | undefined>(undefined)

export function useWorkspace(): Workspace {
  const workspace = useContext(Context)
  if (workspace === undefined) throw new Error('There is no workspace around this component.')
  return workspace
}

export function WorkspaceProvider({ children }: { readonly children: ReactNode }) {
  const { region: placeRegion } = usePlace()
  const [lastRegion, setLastRegion] = usePreference('region', defaultRegion)
  const region = placeRegion ?? lastRegion
  useEffect(() => {
    if (placeRegion !== undefined) setLastRegion(placeRegion)
  }, [placeRegion, setLastRegion])
  const workspace = useMemo<Workspace>(() => {
    const credentials = openCredentials
    const clientFor = (of: string) => createClient({ region: of, credentials })
    return {
      auth: 'open',
      endpoint: location.origin,
      region,
      account: accountOf(credentials),
      credentials,
      client: clientFor(region),
      clientFor,
    }
  }, [region])
  return <Context value={workspace}>{children}</Context>
}

/** In open mode a key of twelve digits is its own account. */
function accountOf({ accessKeyId }: Credentials): string {
  return /^\d{12}$/.test(accessKeyId) ? accessKeyId : defaultAccount
}
