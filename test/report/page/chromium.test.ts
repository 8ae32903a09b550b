import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMatrix } from '../../../src/matrix/read.js';
import { pageFromFiles } from '../../../src/report/page/index.js';
import { readTrialLog } from '../../../src/search/trialLog.js';
import { browserPath, launchBrowser } from '../../support/browser.js';
import { memplus, recordedLog, reportOf } from './facts.js';

if (!browserPath) console.warn('skipped: there is no Chromium to open the report page with');

/** Screenshots go here, to be looked at. */
const pictures = process.env.REPORT_SCREENSHOTS;

describe.runIf(browserPath)('the page in Chromium', () => {
  let folder: string;
  let browser: Browser;
  const complaints: string[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'alphasparse-chromium-'));
    writeFileSync(join(folder, 'report.json'), JSON.stringify(reportOf()));
    const page = pageFromFiles([join(folder, 'report.json'), recordedLog], await readMatrix(memplus));
    writeFileSync(join(folder, 'report.html'), page);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(colorScheme: 'light' | 'dark', width: number): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => request.url().startsWith('file:') || complaints.push(`asked for ${request.url()}`));
    await page.goto(`file://${join(folder, 'report.html')}`);
    if (pictures !== undefined) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `report-${colorScheme}-${width}.png`), fullPage: true });
    }
    return page;
  }

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('opens from disk, %s, %i pixels wide, without a complaint', async (scheme, width) => {
    const page = await open(scheme, width);
    expect(await page.locator('section').evaluateAll((all) => all.map((each) => each.id))).toEqual([
      'baselines',
      'search',
      'roofline',
      'design',
      'matrix',
      'all-trials',
      'kernel',
    ]);
    const pictures = await page.locator('figure svg:visible').all();
    expect(pictures.length).toBe(7);
    for (const picture of pictures) {
      const box = await picture.boundingBox();
      expect(box?.width).toBeGreaterThan(100);
      expect(box?.height).toBeGreaterThan(60);
    }
    expect(await page.evaluate(cutTexts), 'texts that reach over the edge of their picture').toEqual([]);
    // Wide things scroll within themselves, not the page.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('draws in colours that stand out, light and dark', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await open(scheme, 1120);
      const colours = await page.evaluate(() => {
        const of = (selector: string, what: 'color' | 'fill' | 'backgroundColor') =>
          getComputedStyle(document.querySelector(selector)!)[what];
        return {
          onPage: [of('body', 'backgroundColor'), of('body', 'color'), of('#matrix svg path[fill^=var]', 'fill')],
          inGraph: ['converting', 'mapping', 'implementing'].map((stage) => of(`.drawing .${stage}`, 'fill')),
          text: of('.drawing text', 'fill'),
        };
      });
      const [back, ...front] = colours.onPage.map(luminance);
      for (const each of front) expect(contrast(back, each)).toBeGreaterThan(4);
      // The boxes of the graph follow the page, and their text stands out.
      for (const box of colours.inGraph.map(luminance)) {
        expect(contrast(box, luminance(colours.text))).toBeGreaterThan(4);
        expect(contrast(box, back)).toBeLessThan(2);
      }
      await page.close();
    }
  });

  it('sorts the trials, and filters them by outcome', async () => {
    const page = await open('light', 1120);
    const { trials } = readTrialLog(recordedLog);
    const column = (n: number) => page.locator(`#trials tbody tr td:nth-child(${n})`);
    await page.locator('#trials th button', { hasText: 'time' }).click();
    const keys = await column(4).evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.key ?? ''));
    const times = keys.filter((key) => key !== '').map(Number);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(keys.slice(0, times.length)).not.toContain('');
    await page.locator('#trials th button', { hasText: 'time' }).click();
    expect(Number(await column(4).first().getAttribute('data-key'))).toBe(Math.max(...times));
    const failed = trials.filter(({ outcome }) => outcome !== 'ok');
    await page.locator('#outcome').selectOption(failed[0].outcome);
    const shown = failed.filter(({ outcome }) => outcome === failed[0].outcome).length;
    expect(await page.locator('#trials tbody tr:visible').count()).toBe(shown);
    await page.locator('#outcome').selectOption('');
    expect(await page.locator('#trials tbody tr:visible').count()).toBe(trials.length);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

/** In the browser: texts of visible pictures that are not within the picture, by half a pixel. */
function cutTexts(): string[] {
  return Array.from(document.querySelectorAll('figure svg')).flatMap((picture) => {
    const frame = picture.getBoundingClientRect();
    const cut = Array.from(picture.querySelectorAll('text')).filter((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const [x, y] = [frame.left - left, right - frame.right];
      return frame.width > 0 && Math.max(x, y, frame.top - top, bottom - frame.bottom) > 0.5;
    });
    return cut.map((text) => `${picture.getAttribute('aria-label')}: ${text.textContent}`);
  });
}

/** Relative luminance of `rgb(1, 2, 3)`. */
function luminance(colour: string): number {
  const [r, g, b] = (colour.match(/[\d.]+/g) ?? []).map(Number).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
