import { Facts, Panel } from '../../design/panel.js'
import { useServer } from '../../frame/server.js'

export function AboutPanel() {
  const { version } = useServer()
  return (
    <Panel title="About">
      <Facts
        facts={[
          ['Gramme', version],
          ['Licence', 'Apache-2.0'],
          ['Privacy', 'The console talks to its own server and to nobody else.'],
        ]}
      />
    </Panel>
  )
}
