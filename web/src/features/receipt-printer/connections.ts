/**
 * Connections from a page to a receipt printer: Web Serial (a Bluetooth printer that is paired, a serial port), WebUSB and
 * Web Bluetooth (a Bluetooth Low Energy printer). The user grants access to a device in the browser's
 * own chooser.
 */
export type Connection = 'serial' | 'usb' | 'bluetooth';

/** The printer that was chosen on this device, with what identifies it later. */
export interface ChosenPrinter {
  readonly connection: Connection;
  readonly id: string;
  readonly name: string;
}

/** An open printer. */
export interface PrinterLink {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Never rejects. */
  readonly close: () => Promise<void>;
}

/** A printer that the page may use. */
interface Granted {
  readonly printer: ChosenPrinter;
  readonly open: () => Promise<PrinterLink>;
  readonly forget: () => Promise<unknown> | undefined;
}

/** not-chosen: the chooser was closed. refused: the browser does not allow it. silent: it is off, away or in use. */
export type PrinterFault = 'not-chosen' | 'refused' | 'silent';

export class PrinterError extends Error {
  override readonly name = 'PrinterError';
  readonly fault: PrinterFault;

  constructor(fault: PrinterFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Timeout for opening a printer or sending it a chunk: it is then off, out of range or without paper. */
const timeoutMilliseconds = 10_000;

interface SerialPort {
  readonly writable: WritableStream<Uint8Array> | null;
  getInfo(): object;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
  forget?(): Promise<void>;
}
interface UsbInterface {
  readonly interfaceNumber: number;
  readonly alternates: readonly {
    readonly alternateSetting: number;
    readonly interfaceClass: number;
    readonly endpoints: readonly {
      readonly endpointNumber: number;
      readonly direction: string;
      readonly type: string;
    }[];
  }[];
}
interface UsbDevice {
  readonly vendorId: number;
  readonly productId: number;
  readonly serialNumber?: string | null;
  readonly productName?: string | null;
  readonly configuration: { readonly interfaces: readonly UsbInterface[] } | null;
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  selectAlternateInterface(number: number, alternate: number): Promise<void>;
  transferOut(endpoint: number, bytes: Uint8Array<ArrayBuffer>): Promise<{ readonly status?: string }>;
  forget?(): Promise<void>;
}
interface BluetoothCharacteristic {
  readonly properties: { readonly write: boolean; readonly writeWithoutResponse: boolean };
  writeValueWithResponse(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  writeValueWithoutResponse(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}
interface BluetoothDevice {
  readonly id: string;
  readonly name?: string | null;
  readonly gatt?: {
    connect(): Promise<{
      getPrimaryServices(): Promise<
        readonly { getCharacteristics(): Promise<readonly BluetoothCharacteristic[]> }[]
      >;
    }>;
    disconnect(): void;
  };
  forget?(): Promise<void>;
}
interface DeviceApis {
  readonly serial?: { getPorts(): Promise<SerialPort[]>; requestPort(): Promise<SerialPort> };
  readonly usb?: {
    getDevices(): Promise<UsbDevice[]>;
    requestDevice(options: { filters: readonly object[] }): Promise<UsbDevice>;
  };
  readonly bluetooth?: {
    /** Not in every browser; without it the chooser appears again after a reload. */
    getDevices?(): Promise<BluetoothDevice[]>;
    requestDevice(options: object): Promise<BluetoothDevice>;
  };
}
const apis = () => navigator as DeviceApis;

const serialGranted = (port: SerialPort): Granted => ({
  printer: { connection: 'serial', id: JSON.stringify(port.getInfo()), name: '' },
  forget: () => port.forget?.(),
  open: async () => {
    // Bluetooth and USB ignore the baud rate; 9600 is the factory default of serial printers.
    await port.open({ baudRate: 9_600 });
    const writer = port.writable?.getWriter();
    return {
      write: async (bytes) => {
        if (!writer) throw new PrinterError('silent');
        for (const piece of pieces(bytes, 256)) await withTimeout(writer.write(piece));
        // Resolves when the last byte has been sent.
        await withTimeout(writer.close());
      },
      close: () =>
        ignoreErrors(async () => {
          await ignoreErrors(() => writer && withTimeout(writer.abort()));
          writer?.releaseLock();
          await withTimeout(port.close());
        }),
    };
  },
});

/** The class of printers in the USB standard. */
const printerClass = 7;

const usbGranted = (device: UsbDevice): Granted => ({
  printer: {
    connection: 'usb',
    id: `${device.vendorId}:${device.productId}:${device.serialNumber ?? ''}`,
    name: device.productName ?? '',
  },
  forget: () => device.forget?.(),
  open: async () => {
    const close = () => ignoreErrors(() => device.close());
    await device.open();
    try {
      if (!device.configuration) await device.selectConfiguration(1);
      const found = (device.configuration?.interfaces ?? [])
        .flatMap(({ interfaceNumber, alternates }) =>
          alternates.flatMap(({ alternateSetting, interfaceClass, endpoints }) =>
            endpoints
              .filter(({ direction, type }) => direction === 'out' && type === 'bulk')
              .map(({ endpointNumber }) => ({
                interfaceNumber,
                alternateSetting,
                interfaceClass,
                endpointNumber,
              })),
          ),
        )
        .sort((a, b) => Number(b.interfaceClass === printerClass) - Number(a.interfaceClass === printerClass))
        .at(0);
      if (!found) throw new PrinterError('silent');
      await device.claimInterface(found.interfaceNumber);
      if (found.alternateSetting !== 0)
        await device.selectAlternateInterface(found.interfaceNumber, found.alternateSetting);
      return {
        close,
        write: async (bytes) => {
          for (const piece of pieces(bytes, 4_096)) {
            const { status } = await withTimeout(device.transferOut(found.endpointNumber, piece));
            if (status !== undefined && status !== 'ok') throw new PrinterError('silent');
          }
        },
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
});

/** The GATT services through which Bluetooth Low Energy receipt printers receive data. */
const printerServices = [
  '000018f0-0000-1000-8000-00805f9b34fb',
  '0000ff00-0000-1000-8000-00805f9b34fb',
  '0000ffe0-0000-1000-8000-00805f9b34fb',
  '0000ae30-0000-1000-8000-00805f9b34fb',
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
  'e7810a71-73ae-499d-8c15-faa9aef0c3f2',
];

const bluetoothGranted = (device: BluetoothDevice): Granted => ({
  printer: { connection: 'bluetooth', id: device.id, name: device.name ?? '' },
  forget: () => device.forget?.(),
  open: async () => {
    const close = () => ignoreErrors(async () => device.gatt?.disconnect());
    try {
      const services = (await (await device.gatt?.connect())?.getPrimaryServices()) ?? [];
      const all = (await Promise.all(services.map((service) => service.getCharacteristics()))).flat();
      const target =
        all.find(({ properties }) => properties.write) ??
        all.find(({ properties }) => properties.writeWithoutResponse);
      if (!target) throw new PrinterError('silent');
      return {
        close,
        write: async (bytes) => {
          // The chunk size that every such device accepts.
          for (const piece of pieces(bytes, 20))
            await withTimeout(
              target.properties.write
                ? target.writeValueWithResponse(piece)
                : target.writeValueWithoutResponse(piece),
            );
        },
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
});

/** The devices of a kind that the user has already granted. */
async function granted(connection: Connection): Promise<Granted[]> {
  const { serial, usb, bluetooth } = apis();
  if (connection === 'serial') return ((await serial?.getPorts()) ?? []).map(serialGranted);
  if (connection === 'usb') return ((await usb?.getDevices()) ?? []).map(usbGranted);
  return [...new Set([...chosenHere, ...((await bluetooth?.getDevices?.()) ?? [])])].map(bluetoothGranted);
}
/** Bluetooth devices that were chosen since the page was loaded. */
const chosenHere = new Set<BluetoothDevice>();

/** Opens the browser's own chooser. */
async function request(connection: Connection): Promise<Granted> {
  try {
    return await requestPermission(connection);
  } catch (error) {
    throw new PrinterError(isRefusal(error) ? 'refused' : 'not-chosen');
  }
}

async function requestPermission(connection: Connection): Promise<Granted> {
  const { serial, usb, bluetooth } = apis();
  if (connection === 'serial' && serial) return serialGranted(await serial.requestPort());
  if (connection === 'usb' && usb)
    return usbGranted(await usb.requestDevice({ filters: [{ classCode: printerClass }] }));
  if (connection === 'bluetooth' && bluetooth) {
    const device = await bluetooth.requestDevice({
      acceptAllDevices: true,
      optionalServices: printerServices,
    });
    chosenHere.add(device);
    return bluetoothGranted(device);
  }
  throw new DOMException('', 'NotAllowedError');
}

/** The user chooses a printer in the browser's own list. */
export const choosePrinter = async (connection: Connection): Promise<ChosenPrinter> =>
  (await request(connection)).printer;

/** Opens the printer without sending anything; one that the browser no longer knows is chosen once more. */
export async function openPrinter({ connection, id }: ChosenPrinter): Promise<PrinterLink> {
  const known = (await granted(connection)).find(({ printer }) => printer.id === id);
  const device = known ?? (await request(connection));
  const opening = device.open();
  try {
    return await withTimeout(opening);
  } catch (error) {
    // If it opens later after all, it is closed again, so that the next attempt can open it.
    opening.then(
      (link) => link.close(),
      () => undefined,
    );
    throw new PrinterError(isRefusal(error) ? 'refused' : 'silent');
  }
}

/** Revokes the page's access where the browser supports it. */
export const forgetPrinter = ({ connection, id }: ChosenPrinter): Promise<void> =>
  ignoreErrors(async () => {
    for (const { printer, forget } of await granted(connection)) if (printer.id === id) await forget();
  });

function* pieces(bytes: Uint8Array<ArrayBuffer>, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.slice(at, at + length);
}

async function ignoreErrors(work: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await work();
  } catch {
    // The device is gone, or was not open.
  }
}

function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PrinterError('silent')), timeoutMilliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const isRefusal = (error: unknown) =>
  error instanceof Error && (error.name === 'SecurityError' || error.name === 'NotAllowedError');
