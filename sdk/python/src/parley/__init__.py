"""The client of Parley for asyncio.

`Parley` keeps one connection to the service, reconnects after every interruption, and passes every message to the
application once and in order. `parley.server` is the client of the HTTP API for a backend, and `parley.models` has the
types of the objects of the wire.
"""

from .client import Parley
from .errors import ErrorReason, ParleyError
from .events import Outgoing
from .merge_message import merge_message, merge_receipts
from .private_state import PrivateState
from .reconnecting_socket import State, TokenFunction
from .room import History, Room
from .rooms import RoomList, Rooms
from .storage import FileStorage, MemoryStorage, QueuedSend, Storage, StoredState
from .timing import Timing

__all__ = [
    'ErrorReason',
    'FileStorage',
    'History',
    'MemoryStorage',
    'Outgoing',
    'Parley',
    'ParleyError',
    'PrivateState',
    'QueuedSend',
    'Room',
    'RoomList',
    'Rooms',
    'State',
    'Storage',
    'StoredState',
    'Timing',
    'TokenFunction',
    'merge_message',
    'merge_receipts',
]
