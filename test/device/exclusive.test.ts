import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceInfo } from '../../src/device/device.js';
import { turnsOn } from '../../src/device/exclusive.js';

const info = { name: 'A GPU (tm)', software: false } as DeviceInfo;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turns-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.skipIf(process.platform !== 'linux')('turnsOn', () => {
  it('lets one at a time have a device, in the same process too', async () => {
    const take = turnsOn(info, {}, folder);
    const events: string[] = [];
    const first = await take(() => events.push('never'));
    const waiting = turnsOn(
      info,
      { device: 0 },
      folder,
    )(() => events.push('waits')).then((giveBack) => {
      events.push('has it');
      giveBack();
    });
    await sleep(50);
    expect(events).toEqual(['waits']);
    first();
    await waiting;
    expect(events).toEqual(['waits', 'has it']);
  });

  it('keeps other devices apart', async () => {
    const giveBacks = [await turnsOn(info, { device: 0 }, folder)(), await turnsOn(info, { device: 1 }, folder)()];
    for (const giveBack of giveBacks) giveBack();
  });

  it('has no turns on a software device', async () => {
    const take = turnsOn({ ...info, software: true }, {}, folder);
    await take();
    await take(() => expect.fail('waits'));
  });

  it('has no turns where no lock can be made', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const take = turnsOn(info, {}, join(file, 'locks'));
    await take();
    await take(() => expect.fail('waits'));
  });

  it('takes a turn back from a process that is killed', async () => {
    const holder = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { turnsOn } from ${JSON.stringify(fileURLToPath(new URL('../../dist/device/exclusive.js', import.meta.url)))};
       await turnsOn(${JSON.stringify(info)}, {}, ${JSON.stringify(folder)})();
       console.log('holds it');
       setInterval(() => undefined, 1000);`,
    ]);
    await once(holder.stdout, 'data');
    let waited = false;
    const waiting = turnsOn(
      info,
      {},
      folder,
    )(() => {
      waited = true;
      holder.kill('SIGKILL');
    });
    (await waiting)();
    expect(waited).toBe(true);
  });
});
