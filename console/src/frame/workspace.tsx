/** Whose data is on the screen: the endpoint, the account, the region, and a client for them. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react'
import { callerIdentity } from '../api/caller-identity.js'
import { createClient, type Client } from '../api/client.js'
import type { Credentials } from '../api/connection.js'
import { Fault } from '../api/fault.js'
import { readOnlyClient } from '../api/read-only.js'
import type { ServerConfig } from '../api/server-config.js'
import { usePlace } from '../routes/place.js'
import { usePreference } from './preferences.js'
import { useServer } from './server.js'
import { refuseSession, useSession } from './session.js'
import { rememberPlace } from './used-places.js'
import { useWriteLock, type WriteLock } from './write-lock.js'

export interface Workspace {
  readonly auth: ServerConfig['auth']
  /** As programs have to name it. */
  readonly endpoint: string
  /** Where data is really changed. */
  readonly host: string
  readonly writeLock: WriteLock
  readonly region: string
  /** Twelve digits. */
  readonly account: string
  /** Who the calls are made by, if somebody has proved it. */
  readonly arn?: string | undefined
  readonly credentials: Credentials
  readonly client: Client
  /** For a look at another region, or at another account while any credentials do. */
  clientFor(region: string, account?: string): Client
}

export const defaultAccount = '000000000000'

const Context = createContext<Workspace | undefined>(undefined)

export function useWorkspace(): Workspace {
  const workspace = useContext(Context)
  if (workspace === undefined) throw new Error('There is no workspace around this component.')
  return workspace
}

/** The account that the user has chosen while any credentials do. */
export function useOpenAccount(): readonly [string, (account: string) => void] {
  return usePreference('account', defaultAccount)
}

export function WorkspaceProvider({ children }: { readonly children: ReactNode }) {
  const server = useServer()
  const region = useCurrentRegion(server)
  const caller = useCaller(server, region)
  const writeLock = useWriteLock(server.host)
  const workspace = useMemo<Workspace | undefined>(() => {
    if (caller === undefined) return undefined
    const { credentials, account, arn } = caller
    const { auth, endpoint, host } = server
    const clientFor = (of: string, as = account) => {
      const key = as === account ? credentials : openCredentials(as)
      const client = watched(createClient({ region: of, credentials: key, host }), auth)
      return writeLock.isLocked ? readOnlyClient(client) : client
    }
    const client = clientFor(region)
    return { auth, endpoint, host, region, account, arn, credentials, client, clientFor, writeLock }
  }, [server, region, caller, writeLock])
  useEffect(() => {
    if (workspace !== undefined) rememberPlace(workspace.region, workspace.account)
  }, [workspace])
  return workspace && <Context value={workspace}>{children}</Context>
}

function useCurrentRegion(server: ServerConfig): string {
  const { region: placeRegion } = usePlace()
  const [lastRegion, setLastRegion] = usePreference('region', server.region)
  useEffect(() => {
    if (placeRegion !== undefined) setLastRegion(placeRegion)
  }, [placeRegion, setLastRegion])
  return placeRegion ?? lastRegion
}

interface WorkspaceCaller {
  readonly credentials: Credentials
  readonly account: string
  readonly arn?: string
}

/** Undefined as long as it is not known. */
function useCaller({ auth, host }: ServerConfig, region: string): WorkspaceCaller | undefined {
  const session = useSession()
  const [openAccount] = useOpenAccount()
  const forwarded = useQuery({
    queryKey: ['forwarded caller'],
    enabled: auth === 'forwarded',
    staleTime: Infinity,
    // An endpoint without STS has one account.
    queryFn: ({ signal }) =>
      callerIdentity({ region, credentials: anyCredentials, host }, signal).catch(() => ({
        account: defaultAccount,
      })),
  })
  return useMemo(() => {
    switch (auth) {
      case 'iam':
        return session
      case 'forwarded':
        return forwarded.data && { ...forwarded.data, credentials: anyCredentials }
      case 'open':
        return { credentials: openCredentials(openAccount), account: openAccount }
    }
  }, [auth, session, forwarded.data, openAccount])
}

const anyCredentials: Credentials = { accessKeyId: 'local', secretAccessKey: 'local' }

/** In open mode a key of twelve digits is its own account. */
function openCredentials(account: string): Credentials {
  return account === defaultAccount ? anyCredentials : { ...anyCredentials, accessKeyId: account }
}

/** A key that the server no longer takes is noticed wherever it is used. */
function watched(client: Client, auth: ServerConfig['auth']): Client {
  if (auth !== 'iam') return client
  return {
    call: (...call) =>
      client.call(...call).catch((error: unknown) => {
        if (error instanceof Fault && error.kind === 'signed-out') refuseSession(error.message)
        throw error
      }),
  }
}
