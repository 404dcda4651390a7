/**
 * Tables that are not where the user looks: in other regions and, while any credentials do, in other accounts. Most
 * tables that seem to be gone are there.
 */
import { useQuery } from '@tanstack/react-query'
import { paths } from '../routes/paths.js'
import { useNavigate } from '../routes/place.js'
import { allTableNames } from './queries.js'
import { useServer } from './server.js'
import { offeredRegions, usedPlaces } from './used-places.js'
import { defaultAccount, useOpenAccount, useWorkspace, type Workspace } from './workspace.js'

export interface TablesElsewhere {
  readonly region: string
  readonly account: string
  readonly isOtherAccount: boolean
  readonly tables: number
  /** Goes there. */
  readonly visit: () => void
}

/** How long an answer is good enough. */
const lookAgainMs = 60_000

/** Those places that have tables; empty until the answers are there. */
export function useTablesElsewhere(): readonly TablesElsewhere[] {
  const workspace = useWorkspace()
  const { sharedRegions } = useServer()
  const navigate = useNavigate()
  const [, setAccount] = useOpenAccount()
  const { data = [] } = useQuery({
    queryKey: [workspace.account, workspace.region, 'elsewhere'],
    enabled: !sharedRegions,
    staleTime: lookAgainMs,
    queryFn: ({ signal }) => Promise.all(otherPlaces(workspace).map(countAt(workspace, signal))),
  })
  return data
    .filter(({ tables }) => tables > 0)
    .map(({ region, account, tables }) => {
      const isOtherAccount = account !== workspace.account
      const visit = () => {
        if (isOtherAccount) setAccount(account)
        navigate(paths.tables(region))
      }
      return { region, account, tables, isOtherAccount, visit }
    })
}

interface OtherPlace {
  readonly region: string
  readonly account: string
}

function otherPlaces({ auth, region, account }: Workspace): readonly OtherPlace[] {
  const regions = offeredRegions(region).filter((other) => other !== region)
  const here = regions.map((other) => ({ region: other, account }))
  if (auth !== 'open') return here
  const accounts = new Set([defaultAccount, ...usedPlaces().accounts])
  accounts.delete(account)
  return [...here, ...[...accounts].map((other) => ({ region, account: other }))]
}

/** A region that may not be asked has nothing to show. */
function countAt(workspace: Workspace, signal: AbortSignal) {
  return async ({ region, account }: OtherPlace) => {
    const names = await allTableNames(workspace.clientFor(region, account), signal).catch(() => [])
    return { region, account, tables: names.length }
  }
}
