import { FileInput, Plus } from 'lucide-react'
import { Button } from '../../design/button.js'
import { Panel } from '../../design/panel.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { useNavigate } from '../../routes/place.js'

/** Tables of one's own. */
export function StartPanel() {
  const { region } = useWorkspace()
  const navigate = useNavigate()
  return (
    <Panel title="Your own tables">
      <p className="first-run-note">
        A model of NoSQL Workbench or a template becomes tables on the page of models. Files with
        items are imported into a table.
      </p>
      <div className="first-run-buttons">
        <Button icon={Plus} onClick={() => navigate(paths.createTable(region))}>
          New table
        </Button>
        <Button icon={FileInput} onClick={() => navigate(paths.models())}>
          Import a model
        </Button>
      </div>
    </Panel>
  )
}
