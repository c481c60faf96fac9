"""A network switch between TAP devices, for tests: delays, loses and cuts by the names of the devices.

Usage: switch.py DEVICE...; then one JSON object a line on standard input, each replacing the one before:
{"cut": [["a", "b"], ...], "slow": {"between": ["a", "b"], "seconds": 0.15, "loss": 0.05}}
"""
import fcntl
import heapq
import json
import os
import random
import selectors
import struct
import sys
import time

TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 0x0002, 0x1000

names = sys.argv[1:]
files = {}
for name in names:
    handle = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(handle, TUNSETIFF, struct.pack('16sH22x', name.encode(), IFF_TAP | IFF_NO_PI))
    files[name] = handle
print('ready', flush=True)

selector = selectors.DefaultSelector()
for name, handle in files.items():
    selector.register(handle, selectors.EVENT_READ, name)
selector.register(sys.stdin, selectors.EVENT_READ, None)
cut, slow = set(), None
known = {}
waiting, number = [], 0
chance = random.Random(1)


def send(name, frame):
    try:
        os.write(files[name], frame)
    except OSError:
        pass  # The device is down or its queue is full: the frame is lost, as on a wire.


def forward(origin, frame):
    global number
    known[frame[6:12]] = origin
    target = known.get(frame[0:6])
    for name in [target] if target else names:
        if name == origin or frozenset((origin, name)) in cut:
            continue
        if slow and frozenset((origin, name)) == slow['pair']:
            if chance.random() < slow['loss']:
                continue
            number += 1
            heapq.heappush(waiting, (time.monotonic() + slow['seconds'], number, name, frame))
        else:
            send(name, frame)


while True:
    pause = max(0.0, waiting[0][0] - time.monotonic()) if waiting else None
    for key, _ in selector.select(pause):
        if key.data is None:
            line = sys.stdin.readline()
            if not line:
                sys.exit(0)
            rules = json.loads(line)
            cut = {frozenset(pair) for pair in rules.get('cut', [])}
            slow = rules.get('slow')
            if slow:
                slow['pair'] = frozenset(slow['between'])
            print('ready', flush=True)
            continue
        for _ in range(64):
            try:
                forward(key.data, os.read(key.fd, 65536))
            except BlockingIOError:
                break
            except OSError:
                break
    while waiting and waiting[0][0] <= time.monotonic():
        _, _, name, frame = heapq.heappop(waiting)
        send(name, frame)
