import { Shapes } from 'lucide-react'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Skeleton } from '../../design/skeleton.js'
import { Page } from '../../frame/page.js'
import { paths } from '../../routes/paths.js'
import { Link, usePlace } from '../../routes/place.js'
import { Designer } from './designer.js'
import { useStoredModel } from './use-models.js'

export function ModelPage() {
  const { modelId = '' } = usePlace()
  const { data, error } = useStoredModel(modelId)
  if (data !== undefined && data !== null) {
    return <Designer key={modelId} id={modelId} initial={data.model} />
  }
  return (
    <Page title="Model">
      {error !== null && <FaultNotice error={error} />}
      {data === undefined && error === null && <Skeleton />}
      {data === null && (
        <EmptyState
          icon={Shapes}
          title="This browser has no such model"
          action={<Link to={paths.models()}>All models</Link>}
        >
          Models are kept in the browser that made them. Export a model to share it as a file.
        </EmptyState>
      )}
    </Page>
  )
}
