/** What the server has said about itself. Nothing is shown before it is known. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, type ReactNode } from 'react'
import { readServerConfig, type ServerConfig } from '../api/server-config.js'
import { FaultNotice } from '../design/fault-notice.js'

const Context = createContext<ServerConfig | undefined>(undefined)

export function useServer(): ServerConfig {
  const server = useContext(Context)
  if (server === undefined) throw new Error('There is no server around this component.')
  return server
}

export function ServerProvider({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['server'],
    queryFn: ({ signal }) => readServerConfig(signal),
    staleTime: Infinity,
    gcTime: Infinity,
  })
  if (data !== undefined) return <Context value={data}>{children}</Context>
  if (error === null) return null
  return (
    <main className="page">
      <FaultNotice error={error} onRetry={() => void refetch()} />
    </main>
  )
}
