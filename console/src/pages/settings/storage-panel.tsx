import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { ConfirmDialog } from '../../design/confirm-dialog.js'
import { Panel } from '../../design/panel.js'
import { paths } from '../../routes/paths.js'

export function StoragePanel() {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const clear = async () => {
    setBusy(true)
    await clearBrowser()
    location.assign(paths.home())
  }
  return (
    <Panel title="Kept in this browser">
      <p>
        Choices, columns, saved queries, histories and models. None of it is on the server, and a
        key is only kept if you asked for it.
      </p>
      <div>
        <Button kind="danger" icon={Trash2} onClick={() => setAsking(true)}>
          Clear everything
        </Button>
      </div>
      <ConfirmDialog
        title="Clear everything that this browser keeps"
        action="Clear everything"
        open={isAsking}
        busy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void clear()}
      >
        <p>Saved queries and models that were not exported are lost. Tables stay as they are.</p>
      </ConfirmDialog>
    </Panel>
  )
}

/** The origin belongs to the console alone, so all of it goes. */
async function clearBrowser(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  const databases = await indexedDB.databases()
  await Promise.all(
    databases.flatMap(({ name }) => (name === undefined ? [] : [dropDatabase(name)])),
  )
}

/** One that another tab has open goes when that is closed. */
function dropDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const dropping = indexedDB.deleteDatabase(name)
    dropping.onsuccess = dropping.onerror = dropping.onblocked = () => resolve()
  })
}
