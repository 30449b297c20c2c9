import threading

from engine.store.locking import Deadline, DirectoryLock, ReadersWriter

SOON = 30.0


def test_a_deadline_of_nothing_tries_once():
    deadline = Deadline(0.0)
    assert deadline.remaining == 0.0
    assert not deadline.pause()


def test_the_first_reader_opens_and_the_last_one_closes():
    guard = ReadersWriter()
    assert guard.start_reading(Deadline(SOON)) is True
    guard.opened()
    assert guard.start_reading(Deadline(SOON)) is False
    with guard.stop_reading() as last:
        assert not last
    with guard.stop_reading() as last:
        assert last


def test_nobody_else_gets_in_beside_a_writer():
    guard = ReadersWriter()
    assert guard.start_writing(Deadline(SOON))
    assert guard.start_reading(Deadline(0.0)) is None
    assert not guard.start_writing(Deadline(0.0))
    guard.stop_writing()
    assert guard.start_reading(Deadline(0.0)) is True


def test_a_writer_waits_for_readers_and_gives_up_in_time():
    guard = ReadersWriter()
    guard.start_reading(Deadline(SOON))
    guard.opened()
    assert not guard.start_writing(Deadline(0.0))
    with guard.stop_reading():
        pass
    assert guard.start_writing(Deadline(0.0))


def test_further_readers_wait_until_the_first_one_has_opened_the_file():
    guard = ReadersWriter()
    guard.start_reading(Deadline(SOON))
    assert guard.start_reading(Deadline(0.0)) is None
    guard.opened()
    assert guard.start_reading(Deadline(0.0)) is False


def test_a_first_reader_that_could_not_open_lets_the_next_one_try():
    guard = ReadersWriter()
    guard.start_reading(Deadline(SOON))
    with guard.stop_reading() as last:
        assert last
    assert guard.start_reading(Deadline(0.0)) is True


def test_a_waiting_writer_goes_before_new_readers():
    guard = ReadersWriter()
    guard.start_reading(Deadline(SOON))
    guard.opened()
    order = []

    def write():
        assert guard.start_writing(Deadline(SOON))
        order.append("writer")
        guard.stop_writing()

    writer = threading.Thread(target=write)
    writer.start()
    while not guard._writers_waiting:
        writer.join(0.001)
    assert guard.start_reading(Deadline(0.0)) is None
    with guard.stop_reading():
        pass
    writer.join(SOON)
    assert order == ["writer"]
    assert guard.start_reading(Deadline(SOON)) is True


def test_a_directory_is_shared_by_openers_and_kept_by_a_replacer(tmp_path):
    with DirectoryLock(tmp_path, exclusive=False) as one:
        assert one.acquire()
        with DirectoryLock(tmp_path, exclusive=False) as two:
            assert two.acquire()
        with DirectoryLock(tmp_path, exclusive=True) as replacer:
            assert not replacer.acquire()
    with DirectoryLock(tmp_path, exclusive=True) as replacer:
        assert replacer.acquire()
        with DirectoryLock(tmp_path, exclusive=False) as late:
            assert not late.acquire()
