import { describe, expect, it } from 'vitest';
import { listDevices, openDevice } from '../../src/device/open.js';

describe('openDevice', () => {
  it('opens the software device when asked', async () => {
    const device = await openDevice({ device: 'software' });
    expect(device.info).toMatchObject({ backend: 'webgpu', software: true });
    await device.close();
  });

  it('finds some device under auto', async () => {
    const device = await openDevice();
    expect(device.info.name).not.toBe('');
    await device.close();
  });

  it('refuses options that exclude each other', async () => {
    const wrong = [{ target: 'cuda', device: 'software' }, { target: 'webgpu', device: 1 }, { device: -1 }] as const;
    for (const choice of wrong) await expect(openDevice(choice)).rejects.toMatchObject({ code: 'usage' });
  });

  it('says what is missing when a device does not exist', async () => {
    await expect(openDevice({ device: 99 })).rejects.toMatchObject({ code: 'no-device', hint: expect.any(String) });
  });
});

describe('listDevices', () => {
  it('lists each kind once at least, usable or with a reason', async () => {
    const listings = await listDevices();
    expect(listings.length).toBeGreaterThanOrEqual(3);
    for (const { info, reason } of listings) expect(info === undefined).toBe(reason !== undefined);
    expect(listings.at(-1)).toMatchObject({ choice: { device: 'software' }, info: { software: true } });
  });
});
