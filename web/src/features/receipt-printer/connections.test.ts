import { afterEach, expect, test, vi } from 'vitest';
import { offeredConnections } from './chosen-printer.ts';
import { type Connection, choosePrinter, openPrinter } from './connections.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const browserWith = (apis: object) => vi.stubGlobal('navigator', apis);
const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
const refusal = (name: string) => Promise.reject(new DOMException('', name));

/** Records the bytes that a device receives, and in which pieces. */
function sink() {
  const pieces: number[][] = [];
  return { pieces, take: (piece: Uint8Array) => void pieces.push([...piece]) };
}

function fakePort(take: (piece: Uint8Array) => unknown, info: object = { usbVendorId: 1 }) {
  const calls: string[] = [];
  const port = {
    calls,
    writable: null as WritableStream<Uint8Array> | null,
    getInfo: () => info,
    open: async ({ baudRate }: { baudRate: number }) => {
      calls.push(`open ${baudRate}`);
      port.writable = new WritableStream({
        write: async (piece) => void (await take(piece)),
        close: () => void calls.push('drained'),
      });
    },
    close: async () => void calls.push('closed'),
  };
  return port;
}

test('a browser offers the connections that it has, and no other [CNT-29]', () => {
  browserWith({ usb: {}, serial: {} });
  expect(offeredConnections()).toEqual(['serial', 'usb']);
  browserWith({});
  expect(offeredConnections()).toEqual([]);
});

test('a serial port that was granted is opened without asking again, drained and closed [CNT-29]', async () => {
  const { pieces, take } = sink();
  const port = fakePort(take);
  const requestPort = vi.fn(async () => port);
  browserWith({ serial: { requestPort, getPorts: async () => [fakePort(take, { usbVendorId: 2 }), port] } });
  const printer = await choosePrinter('serial');
  const link = await openPrinter(printer);
  expect(requestPort).toHaveBeenCalledTimes(1);
  expect(pieces).toEqual([]);
  await link.write(bytes);
  await link.close();
  expect(pieces.flat()).toEqual([...bytes]);
  expect(port.calls).toEqual(['open 9600', 'drained', 'closed']);
});

test('a printer that the browser no longer knows is chosen once more [CNT-29]', async () => {
  const { pieces, take } = sink();
  const port = fakePort(take);
  const requestPort = vi.fn(async () => port);
  browserWith({ serial: { requestPort, getPorts: async () => [] } });
  const link = await openPrinter({ connection: 'serial', id: 'gone', name: '' });
  await link.write(bytes);
  expect([requestPort.mock.calls.length, pieces.flat().length]).toEqual([1, 300]);
});

// Turned red by: the first interface that has an endpoint.
test('the bytes for a USB printer are sent to the out endpoint of its printer interface [CNT-29]', async () => {
  const calls: string[] = [];
  const { pieces, take } = sink();
  const endpoint = (endpointNumber: number, direction: string) => ({
    endpointNumber,
    direction,
    type: 'bulk',
  });
  const alternate = (interfaceClass: number, ...endpoints: unknown[]) => [
    { alternateSetting: 0, interfaceClass, endpoints },
  ];
  const device = {
    vendorId: 0x0416,
    productId: 0x5011,
    productName: 'POS58',
    configuration: null as object | null,
    open: async () => void calls.push('open'),
    close: async () => void calls.push('close'),
    selectConfiguration: async (value: number) => {
      calls.push(`configuration ${value}`);
      device.configuration = {
        interfaces: [
          { interfaceNumber: 0, alternates: alternate(8, endpoint(1, 'out')) },
          { interfaceNumber: 1, alternates: alternate(7, endpoint(2, 'in'), endpoint(3, 'out')) },
        ],
      };
    },
    claimInterface: async (number: number) => void calls.push(`claim ${number}`),
    transferOut: async (number: number, piece: Uint8Array) => {
      calls.push(`out ${number}`);
      take(piece);
      return { status: 'ok' };
    },
  };
  browserWith({ usb: { requestDevice: async () => device, getDevices: async () => [device] } });
  const printer = await choosePrinter('usb');
  expect(printer).toEqual({ connection: 'usb', id: '1046:20497:', name: 'POS58' });
  const link = await openPrinter(printer);
  await link.write(bytes);
  await link.close();
  expect(pieces.flat()).toEqual([...bytes]);
  expect(calls).toEqual(['open', 'configuration 1', 'claim 1', 'out 3', 'close']);
});

// Turned red by: a piece that is sent before the former one was accepted.
test('a Bluetooth Low Energy printer is sent 20 bytes at a time, each after the former ones were accepted [CNT-29]', async () => {
  const { pieces, take } = sink();
  let underWay = 0;
  const write = async (piece: Uint8Array) => {
    underWay += 1;
    expect(underWay).toBe(1);
    await Promise.resolve();
    take(piece);
    underWay -= 1;
  };
  const characteristic = (properties: object) => ({
    properties,
    writeValueWithResponse: write,
    writeValueWithoutResponse: () => Promise.reject(new Error('the method with a response is used')),
  });
  const disconnect = vi.fn();
  const device = {
    id: 'd1',
    name: 'MPT-II',
    gatt: {
      disconnect,
      connect: async () => ({
        getPrimaryServices: async () => [
          { getCharacteristics: async () => [characteristic({ write: false, writeWithoutResponse: true })] },
          { getCharacteristics: async () => [characteristic({ write: true, writeWithoutResponse: true })] },
        ],
      }),
    },
  };
  const requestDevice = vi.fn(async () => device);
  browserWith({ bluetooth: { requestDevice } });
  const link = await openPrinter(await choosePrinter('bluetooth'));
  expect(requestDevice).toHaveBeenCalledTimes(1);
  await link.write(bytes);
  await link.close();
  expect(pieces.flat()).toEqual([...bytes]);
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(20);
  expect(disconnect).toHaveBeenCalledTimes(1);
});

test.each<[string, string, string]>([
  ['NotFoundError', 'the chooser was closed', 'not-chosen'],
  ['SecurityError', 'the browser does not allow it', 'refused'],
  ['NotAllowedError', 'the browser does not allow it', 'refused'],
])('a printer chooser that ends with %s is reported as: %s [CNT-29]', async (name, _, fault) => {
  browserWith({
    serial: { requestPort: () => refusal(name) },
    usb: { requestDevice: () => refusal(name) },
    bluetooth: { requestDevice: () => refusal(name) },
  });
  for (const connection of offeredConnections())
    await expect(choosePrinter(connection)).rejects.toMatchObject({ fault });
});

test.each<[Connection, string]>([
  ['serial', 'NetworkError'],
  ['serial', 'InvalidStateError'],
  ['usb', 'NotFoundError'],
  ['bluetooth', 'NetworkError'],
])('a printer by %s whose opening fails with %s is reported as silent [CNT-29]', async (connection, name) => {
  const id = { serial: '{}', usb: '1:2:', bluetooth: 'b' }[connection];
  const device = {
    getInfo: () => ({}),
    vendorId: 1,
    productId: 2,
    id: 'b',
    open: () => refusal(name),
    close: () => refusal('InvalidStateError'),
    gatt: { connect: () => refusal(name), disconnect: () => undefined },
  };
  browserWith({
    serial: { getPorts: async () => [device] },
    usb: { getDevices: async () => [device] },
    bluetooth: { getDevices: async () => [device] },
  });
  await expect(openPrinter({ connection, id, name: '' })).rejects.toMatchObject({ fault: 'silent' });
});

test('a printer that accepts nothing for 10 seconds is reported as silent, and its connection is closed [CNT-29]', async () => {
  vi.useFakeTimers();
  const port = fakePort(() => new Promise(() => undefined));
  browserWith({ serial: { getPorts: async () => [port] } });
  const link = await openPrinter({ connection: 'serial', id: JSON.stringify(port.getInfo()), name: '' });
  const written = expect(link.write(bytes)).rejects.toMatchObject({ fault: 'silent' });
  await vi.advanceTimersByTimeAsync(10_000);
  await written;
  const closed = link.close();
  await vi.advanceTimersByTimeAsync(10_000);
  await closed;
  expect(port.calls).toEqual(['open 9600', 'closed']);
});
