import { useMutation, useQuery } from '@tanstack/react-query'
import { Database, Trash2 } from 'lucide-react'
import { Button } from '../../design/button.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Facts, Panel } from '../../design/panel.js'
import { useTableChanged } from '../../frame/queries.js'
import { useToasts } from '../../frame/toasts.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { Link, useNavigate } from '../../routes/place.js'
import { findSamples, loadSamples, removeSamples, samples } from './load-samples.js'

export function SamplesPanel({ names }: { readonly names: readonly string[] }) {
  const { client, region, account } = useWorkspace()
  const changed = useTableChanged()
  const navigate = useNavigate()
  const show = useToasts()
  const { data: found = [] } = useQuery({
    queryKey: [account, region, 'tables', 'samples', names],
    queryFn: () => findSamples(client, names),
  })
  const taken = samples.filter(
    ({ create }) => names.includes(create.TableName) && !found.includes(create.TableName),
  )
  const loading = useMutation({
    mutationFn: () => loadSamples(client, names),
    onSuccess: () => {
      show({ text: 'The sample tables are there.' })
      navigate(paths.tables(region))
    },
    onSettled: () => changed(),
  })
  const removal = useMutation({
    mutationFn: () => removeSamples(client, found),
    onSuccess: () => show({ text: `Sample removed: ${found.join(' and ')}.` }),
    onSettled: () => changed(),
  })
  const isWhole = found.length + taken.length === samples.length
  const error = loading.error ?? removal.error
  return (
    <Panel title="Sample data">
      <Facts
        facts={samples.map(({ create, about }) => [
          create.TableName,
          <SampleState
            key={create.TableName}
            table={create.TableName}
            about={about}
            isThere={found.includes(create.TableName)}
          />,
        ])}
      />
      {taken.length > 0 && (
        <p className="first-run-note">
          {taken.map(({ create }) => create.TableName).join(' and ')}: a table of yours has this
          name. It is left as it is.
        </p>
      )}
      {error !== null && <FaultNotice error={error} />}
      <div className="first-run-buttons">
        <Button
          kind="primary"
          icon={Database}
          busy={loading.isPending}
          disabled={isWhole}
          onClick={() => loading.mutate()}
        >
          Load sample data
        </Button>
        {found.length > 0 && (
          <Button icon={Trash2} busy={removal.isPending} onClick={() => removal.mutate()}>
            Remove sample
          </Button>
        )}
      </div>
    </Panel>
  )
}

interface SampleStateProps {
  readonly table: string
  readonly about: string
  readonly isThere: boolean
}

function SampleState({ table, about, isThere }: SampleStateProps) {
  const { region } = useWorkspace()
  if (!isThere) return about
  return (
    <>
      {about} <Link to={paths.table(region, table, 'items')}>Look at its items</Link>
    </>
  )
}
