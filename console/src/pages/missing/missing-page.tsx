import { Compass } from 'lucide-react'
import { EmptyState } from '../../design/empty-state.js'
import { Page } from '../../frame/page.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { Link } from '../../routes/place.js'

export function MissingPage() {
  const { region } = useWorkspace()
  return (
    <Page title="Not found">
      <EmptyState icon={Compass} title="There is no such page.">
        <Link to={paths.tables(region)}>To the tables</Link>
      </EmptyState>
    </Page>
  )
}
